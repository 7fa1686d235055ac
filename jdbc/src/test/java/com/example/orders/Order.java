package com.example.orders;

record Order(int number) {}
