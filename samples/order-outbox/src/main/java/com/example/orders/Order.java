package com.example.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An order. */
@Entity
@Table(name = "orders")
class Order {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long number;

    private String state = "PLACED";

    long number() {
        return number;
    }

    String state() {
        return state;
    }

    void pay() {
        state = "PAID";
    }

    void cancelIfUnpaid() {
        if (state.equals("PLACED")) {
            state = "CANCELLED";
        }
    }
}
