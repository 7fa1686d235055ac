package io.delayqueue.demo.order;

import io.delayqueue.demo.order.Order.State;
import io.delayqueue.demo.order.Order.Times;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/** Places, pays and cancels orders. Each step checks the order first, so that a task can be delivered twice. */
@Service
public class Shop {

    private static final String NOT_OURS = "order of another run, nothing to do";

    private final OrderBook book;

    private final OrderNumbers numbers;

    private final OrderTasks tasks;

    private final ApplicationEventPublisher events;

    private final Clock clock;

    Shop(OrderBook book, OrderNumbers numbers, OrderTasks tasks, ApplicationEventPublisher events, Clock clock) {
        this.book = book;
        this.numbers = numbers;
        this.tasks = tasks;
        this.events = events;
        this.clock = clock;
    }

    /**
     * Places an order.
     *
     * @param item the ordered item
     * @param payBy the time of its cancellation
     * @return the order
     * @throws io.delayqueue.TaskStoreException if its tasks could not be added; the order is not placed then
     */
    public Order place(String item, Instant payBy) {
        Order order = Order.placed(numbers.next(), item, Times.of(clock.instant(), payBy));
        // First the order, then its tasks, which must find it.
        book.add(order);
        try {
            tasks.schedule(order);
        } catch (RuntimeException e) {
            book.remove(order.number());
            throw e;
        }
        changed(order.number());
        return order;
    }

    /** {@return the orders, oldest first} */
    public List<Order> orders() {
        return book.all();
    }

    /** {@return the order with this number, if it is of this run} */
    public Optional<Order> order(long number) {
        return book.find(number);
    }

    /**
     * Pays an order; its two tasks stay in the queue and do nothing later. A repeated payment, after a lost response for
     * example, sends at least one receipt, possibly two.
     */
    Order pay(long number) {
        Order before = change(number, order -> order.closed(State.PAID, clock.instant()))
                .orElseThrow(() -> new UnknownOrderException(number));
        if (before.state() == State.CANCELLED) {
            throw new OrderCancelledException(number);
        }
        events.publishEvent(new OrderPaid(number, before.item()));
        return book.find(number).orElse(before);
    }

    /** Withdraws an order: its two tasks are removed from the queue by its number. An order that is closed stays as it is. */
    Order withdraw(long number) {
        Order before = change(number, order -> order.closed(State.WITHDRAWN, clock.instant()))
                .orElseThrow(() -> new UnknownOrderException(number));
        if (before.isOpen()) {
            tasks.remove(number);
        }
        return book.find(number).orElse(before);
    }

    String remindUnlessPaid(long number) {
        return change(number, order -> order.reminded(clock.instant()))
                .map(before -> before.isOpen() ? "reminded" : untouched(before))
                .orElse(NOT_OURS);
    }

    String cancelUnlessPaid(long number) {
        return change(number, order -> order.closed(State.CANCELLED, clock.instant()))
                .map(before -> before.isOpen() ? "cancelled" : untouched(before))
                .orElse(NOT_OURS);
    }

    private static String untouched(Order order) {
        return switch (order.state()) {
            case PAID -> "paid, nothing to do";
            case WITHDRAWN -> "withdrawn, nothing to do";
            default -> "cancelled before, nothing to do";
        };
    }

    private Optional<Order> change(long number, UnaryOperator<Order> change) {
        Optional<Order> before = book.changeIfOpen(number, change);
        if (before.isPresent() && before.get().isOpen()) {
            changed(number);
        }
        return before;
    }

    private void changed(long number) {
        events.publishEvent(new OrderChanged(number));
    }
}
