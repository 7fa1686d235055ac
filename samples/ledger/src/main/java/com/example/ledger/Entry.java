package com.example.ledger;

/** The payload of the task: a deposit, or a withdrawal if the amount is negative. */
record Entry(String customer, long amount) {}
