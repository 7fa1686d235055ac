package com.example.orders;

/** The payload of a shipment. */
record Ship(long order) {}
