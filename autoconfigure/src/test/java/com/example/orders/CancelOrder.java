package com.example.orders;

record CancelOrder(long number) {}
