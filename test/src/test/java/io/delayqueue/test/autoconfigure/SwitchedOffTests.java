package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delayqueue.test.DelayQueueTestKit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Configuration;

/** Kit of an application without the requested queue. */
class SwitchedOffTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Nested
    @SpringBootTest(
            classes = Application.class,
            properties = "delayqueue.enabled=false",
            webEnvironment = WebEnvironment.NONE)
    @AutoConfigureDelayQueueTest
    class Everything {

        @Test
        void kitShouldSayThatNoQueueIsThereAndWhy(@Autowired DelayQueueTestKit kit) {
            assertThatIllegalArgumentException()
                    .isThrownBy(kit::service)
                    .withMessageContainingAll("There is no queue 'default'", "switched its queues off");
        }
    }

    @Nested
    @SpringBootTest(
            classes = Application.class,
            properties = {"delayqueue.default-queue=false", "delayqueue.queues.mail.groups.mails=send"},
            webEnvironment = WebEnvironment.NONE)
    @AutoConfigureDelayQueueTest
    class TheDefaultOne {

        @Test
        void kitShouldNameThoseThatAreThere(@Autowired DelayQueueTestKit kit) {
            assertThatIllegalArgumentException()
                    .isThrownBy(kit::service)
                    .withMessageContainingAll("There is no queue 'default'", "only kit.queue(\"mail\")");
            assertThat(kit.queue("mail").tasks()).isEmpty();
        }
    }
}
