package com.example.support;

import org.springframework.stereotype.Component;

/** Stands for the bank, which may be away. */
@Component
class Bank {

    String refund(String order) {
        return "refund-of-" + order;
    }
}
