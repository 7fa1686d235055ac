package com.example.orders;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class OrderApplication {

    public static void main(String[] args) {
        SpringApplication.run(OrderApplication.class, args);
    }

    /** Two orders, one of which is paid. */
    @Bean
    ApplicationRunner customers(Orders orders) {
        return arguments -> {
            orders.pay(orders.place());
            orders.place();
        };
    }
}
