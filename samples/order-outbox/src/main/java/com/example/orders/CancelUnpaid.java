package com.example.orders;

/** The payload of a time-out. */
record CancelUnpaid(long order) {}
