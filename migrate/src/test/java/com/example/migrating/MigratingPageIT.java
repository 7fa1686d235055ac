package com.example.migrating;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.testing.QuotedCode;
import io.delayqueue.testing.RedisServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.codec.Kryo5Codec;
import org.redisson.config.Config;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Code and commands of docs/migrating.md. */
@ExtendWith(OutputCaptureExtension.class)
class MigratingPageIT {

    private final RedisServer old = RedisServer.shared();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({MoveTasks.class, DelayQueueOrders.class})
    static class Application {}

    @Test
    void codeShouldBeThatOfTests() {
        QuotedCode page = QuotedCode.in(Path.of("..", "docs", "migrating.md"));
        page.assertAllMarked();
        page.assertFrom(Path.of("src", "test", "java", "com", "example", "migrating"));
    }

    @Test
    void ordersOfRedissonShouldComeAlong(CapturedOutput output) {
        Config config = new Config().setCodec(new Kryo5Codec());
        config.useSingleServer().setAddress("redis://" + old.host() + ":" + old.port());
        RedissonClient redisson = Redisson.create(config);
        try {
            RedissonOrders before = new RedissonOrders(redisson);
            before.place(1);
            before.place(2);
            before.place(3);
            before.pay(2);
        } finally {
            redisson.shutdown();
        }

        run("plan").close();
        assertThat(output.getOut()).contains("redisson:orders to orders/cancel-unpaid: 2 waiting; due from ");
        try (ConfigurableApplicationContext application = run("move")) {
            assertThat(output.getOut()).contains("redisson:orders to orders/cancel-unpaid: 2 moved");
            DelayQueueService service = application.getBean(DelayQueueService.class);
            assertThat(service.findTask("orders", "cancel-1").orElseThrow().payload())
                    .isEqualTo("{\"number\":1}");
            application.getBean(DelayQueueOrders.class).pay(1);
            assertThat(service.findTask("orders", "cancel-1")).isEmpty();
            assertThat(service.findTask("orders", "cancel-3")).isPresent();
            service.topic("orders", "cancel-unpaid").removeTasks();
        }
        run("plan").close();
        assertThat(output.getOut()).contains("redisson:orders to orders/cancel-unpaid: 0 waiting; there is nothing of");
    }

    private ConfigurableApplicationContext run(String verb) {
        return SpringApplication.run(
                Application.class,
                "--migrate=" + verb,
                "--old-redis.host=" + old.host(),
                "--old-redis.port=" + old.port(),
                "--spring.data.redis.host=" + old.host(),
                "--spring.data.redis.port=" + old.port());
    }
}
