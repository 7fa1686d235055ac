package io.delayqueue.demo.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.demo.order.OrderPaid;
import io.delayqueue.demo.order.ShopTest;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.TestQueue;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationEventPublisher;

/** Receipts while the mail server is switched on and off. */
@ShopTest
class ReceiptTimesTests {

    private static final Duration RETRY = Duration.ofSeconds(2);

    @Autowired
    private DelayQueueTestKit kit;

    @Autowired
    private MailServer server;

    @Autowired
    private ApplicationEventPublisher events;

    private TestQueue mails;

    @BeforeEach
    void mails() {
        mails = kit.queue("mail");
    }

    @AfterEach
    void switchOn() {
        server.switchTo(true);
    }

    @Test
    void receiptShouldBeSentTwoSecondsAfterThePayment() {
        events.publishEvent(new OrderPaid(42, "Tea"));
        assertThat(mails)
                .hasTask("mails", "receipt")
                .withPayload(new Receipt(42, "Tea"))
                .withHeader("recipient", "customer-42@shop.example")
                .dueIn(Duration.ofSeconds(2));

        kit.advance(Duration.ofSeconds(2));

        assertThat(mails).finished(1).hasNoTasks();
        assertThat(kit).delivered(0);
    }

    @Test
    void receiptShouldBeRepeatedUntilTheServerIsUp() {
        server.switchTo(false);
        events.publishEvent(new OrderPaid(42, "Tea"));
        kit.advance(Duration.ofSeconds(2));
        assertThat(mails)
                .hasTask("mails", "receipt")
                .withAttempts(1)
                .withError(MailServerDownException.class)
                .dueIn(RETRY);

        server.switchTo(true);
        kit.advance(RETRY);

        assertThat(mails).failed(1).finished(1).hasNoTasks();
    }

    @Test
    void receiptShouldBeADeadLetterAfterThreeAttempts() {
        server.switchTo(false);
        events.publishEvent(new OrderPaid(42, "Tea"));

        kit.advance(Duration.ofDays(1));

        assertThat(mails)
                .failed(3)
                .dead("mails", "receipt")
                .withId("receipt-42")
                .withAttempts(3)
                .withError("The mail server is switched off");
    }

    @Test
    void receiptThatCannotBeRightShouldNotBeRepeated() {
        events.publishEvent(new OrderPaid(42, " "));

        kit.advance(Duration.ofDays(1));

        assertThat(mails).dead("mails", "receipt").withAttempts(1).withError("item");
    }
}
