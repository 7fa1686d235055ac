package io.delayqueue.demo.stream;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.delayqueue.demo.delivery.Delivery;
import io.delayqueue.demo.delivery.DeliveryLog;
import io.delayqueue.demo.order.OrderChanged;
import io.delayqueue.demo.order.Shop;
import io.delayqueue.demo.promise.PromiseStep;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * Sends events to the open pages on its own thread, so that no callback waits for a slow page. Each connection begins with a
 * snapshot, so that a page misses nothing after a lost connection.
 */
@Component
class EventStream implements DisposableBean {

    /** Interval of pings, which detect closed pages and keep connections open in proxies. */
    private static final int HEARTBEAT_SECONDS = 15;

    private final ScheduledExecutorService sender =
            new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());

    /** Used by the sender only. */
    private final List<SseEmitter> pages = new ArrayList<>();

    private final Shop shop;

    private final DeliveryLog deliveries;

    private final Clock clock;

    private boolean closed;

    EventStream(Shop shop, DeliveryLog deliveries, Clock clock) {
        this.shop = shop;
        this.deliveries = deliveries;
        this.clock = clock;
        sender.scheduleWithFixedDelay(this::heartbeat, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, SECONDS);
    }

    SseEmitter open() {
        SseEmitter page = new SseEmitter(0L);
        page.onCompletion(() -> sender.execute(() -> pages.remove(page)));
        sender.execute(() -> welcome(page));
        return page;
    }

    private void welcome(SseEmitter page) {
        if (closed) {
            page.complete();
            return;
        }
        ShopSnapshot snapshot = new ShopSnapshot(clock.instant(), shop.orders(), deliveries.latest());
        if (send(page, SseEmitter.event().name("snapshot").data(snapshot))) {
            pages.add(page);
        }
    }

    @EventListener
    void changed(OrderChanged event) {
        // Read when it is sent, so that two changes of an order cannot overtake each other.
        sender.execute(() -> shop.order(event.number()).ifPresent(order -> toAll("order", order)));
    }

    @EventListener
    void delivered(Delivery delivery) {
        sender.execute(() -> toAll("delivery", delivery));
    }

    @EventListener
    void stepped(PromiseStep step) {
        sender.execute(() -> toAll("step", step));
    }

    /** Before the web server waits for open requests, which would not end by themselves. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        sender.execute(() -> {
            closed = true;
            pages.forEach(SseEmitter::complete);
            pages.clear();
        });
    }

    @Override
    public void destroy() {
        sender.shutdownNow();
    }

    private void heartbeat() {
        pages.removeIf(page -> !send(page, SseEmitter.event().comment("")));
    }

    private void toAll(String name, Object data) {
        pages.removeIf(page -> !send(page, SseEmitter.event().name(name).data(data)));
    }

    private static boolean send(SseEmitter page, SseEventBuilder event) {
        try {
            page.send(event);
            return true;
        } catch (IOException | IllegalStateException gone) {
            return false;
        }
    }
}
