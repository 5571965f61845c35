/// Rows in columns that are as wide as their widest cell.
struct Table {
  private var rows: [[String]]

  init(header: [String]) {
    rows = [header]
  }

  mutating func add(_ cells: [String]) {
    rows.append(cells.map(VisibleText.line))
  }

  /// The lines, without spaces at their ends.
  var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? VisibleText.width($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - VisibleText.width(cell) + 2)
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
