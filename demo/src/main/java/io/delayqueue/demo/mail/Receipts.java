package io.delayqueue.demo.mail;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.Header;
import io.delayqueue.demo.order.OrderPaid;
import jakarta.validation.Valid;
import java.time.Duration;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Sends a receipt for each paid order some seconds later, through the queue of mails. */
@Component
class Receipts {

    static final String GROUP = "mails";

    static final String TOPIC = "receipt";

    private static final Duration DELAY = Duration.ofSeconds(2);

    private final DelayQueueService mails;

    private final MailServer server;

    Receipts(@Qualifier("mail") DelayQueueService mails, MailServer server) {
        this.mails = mails;
        this.server = server;
    }

    @EventListener
    void paid(OrderPaid order) {
        mails.addTask(Task.of(GROUP, TOPIC)
                .payload(new Receipt(order.number(), order.item()))
                .delay(DELAY)
                .id("receipt-" + order.number())
                .headers(Map.of("recipient", "customer-" + order.number() + "@shop.example"))
                .build());
    }

    @DelayQueueListener(
            queue = "mail",
            group = GROUP,
            topic = TOPIC,
            concurrency = "${demo.mail-concurrency}",
            maxAttempts = "3",
            backoff = @Backoff(fixedDelay = "${demo.mail-retry}"),
            errorHandler = "mailFailures")
    void send(@Valid Receipt receipt, @Header String recipient) throws MailServerDownException {
        server.send(recipient, "your receipt for order " + receipt.order() + ", " + receipt.item());
    }
}
