package com.example.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A parcel of an order. */
@Entity
@Table(name = "parcels")
class Parcel {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    private long orderNumber;

    protected Parcel() {}

    Parcel(long orderNumber) {
        this.orderNumber = orderNumber;
    }
}
