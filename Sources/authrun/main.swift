import Storage
print(probe())
