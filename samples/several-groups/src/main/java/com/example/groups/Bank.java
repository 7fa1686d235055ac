package com.example.groups;

import org.springframework.stereotype.Component;

/** Stands for the bank, which refunds what a customer has paid in advance. */
@Component
class Bank {

    void refund(String order) {}
}
