package com.example.orders;

record Order(long id) {}
