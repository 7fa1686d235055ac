package com.example.shop;

import org.springframework.boot.SpringApplication;

class TestShopApplication {

    public static void main(String[] args) {
        SpringApplication.from(ShopApplication::main).run("--delayqueue.store=memory");
    }
}
