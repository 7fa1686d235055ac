package com.example.orders;

interface OrderRepository {

    void save(Order order);
}
