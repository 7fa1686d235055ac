package com.example.orders;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** Code of docs/redis-setup.md. It is compiled, and has no tests: {@code ServiceConnectionIT} shows what it does. */
@SpringBootTest
@Testcontainers
class OrderTests {

    @Container
    @ServiceConnection
    static GenericContainer<?> redis = new GenericContainer<>("redis:8").withExposedPorts(6379);
}
