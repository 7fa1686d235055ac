package io.delayqueue.demo.stream;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.delayqueue.demo.delivery.Delivery;
import io.delayqueue.demo.delivery.DeliveryLog;
import io.delayqueue.demo.order.OrderChanged;
import io.delayqueue.demo.order.Shop;
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
 * Sends events to the open pages, from a thread of its own: no callback waits for a slow page. A page begins with a
 * snapshot, also after a lost connection, so that it never misses anything.
 */
@Component
class EventStream implements DisposableBean {

    /** Shows which pages are gone, and keeps proxies from closing a quiet connection. */
    private static final int HEARTBEAT_SECONDS = 15;

    private final ScheduledExecutorService sender =
            new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());

    /** Touched by the sender only. */
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
        // Looked up when it is sent: two changes of one order cannot overtake each other.
        sender.execute(() -> shop.order(event.number()).ifPresent(order -> toAll("order", order)));
    }

    @EventListener
    void delivered(Delivery delivery) {
        sender.execute(() -> toAll("delivery", delivery));
    }

    /** Before the web server waits for open requests, which would never end by themselves. */
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
