package com.example.ledger;

import java.util.concurrent.ThreadLocalRandom;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** A bank that confirms entries, and is away now and then. */
@Component
class Bank {

    private final double away;

    Bank(@Value("${ledger.bank-away}") double away) {
        this.away = away;
    }

    void confirm(Entry entry) {
        if (ThreadLocalRandom.current().nextDouble() < away) {
            throw new IllegalStateException("The bank is away");
        }
    }
}
