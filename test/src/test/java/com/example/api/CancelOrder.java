package com.example.api;

/** Payload of the examples of docs/api.md. */
record CancelOrder(long number) {}
