/// Marks the target until its first helper stands here.
package enum TestSupport {}
