package com.example.orders;

/** The payload of the task. */
record CancelUnpaid(long order) {}
