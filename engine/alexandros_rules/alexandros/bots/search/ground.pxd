cdef class Ground:
    cdef public object board, number, side_number
    cdef public int spaces, points, sides, walls
    cdef public int[::1] symbol, side, flanks, beyond, corners, bearing, first, meeting
    cdef public int[::1] link_point, link_side, distance, reach, ends, rim, key, openness
