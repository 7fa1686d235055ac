package com.example.migrating;

/** Payload of both queues. */
public record CancelOrder(long number) {}
