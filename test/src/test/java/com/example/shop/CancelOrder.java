package com.example.shop;

record CancelOrder(long number) {}
