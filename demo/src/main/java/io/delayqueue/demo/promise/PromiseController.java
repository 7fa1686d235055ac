package io.delayqueue.demo.promise;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Makes the steps of a promise begin; they are shown as they happen. */
@RestController
@RequestMapping("/api/promises")
@ResponseStatus(HttpStatus.NO_CONTENT)
class PromiseController {

    private final Parcels parcels;

    private final Accounts accounts;

    private final Bookings bookings;

    private final ApplicationEventPublisher steps;

    PromiseController(Parcels parcels, Accounts accounts, Bookings bookings, ApplicationEventPublisher steps) {
        this.parcels = parcels;
        this.accounts = accounts;
        this.bookings = bookings;
        this.steps = steps;
    }

    @PostMapping("/limit")
    void limit() {
        parcels.handOver();
    }

    @PostMapping("/key")
    void key() {
        accounts.post();
    }

    @PostMapping("/transaction")
    void transaction() throws CardDeclinedException {
        bookings.book("Alice", true);
        step("Alice: committed, rows: " + bookings.rows("Alice"));
        try {
            bookings.book("Bob", false);
        } catch (CardDeclinedException e) {
            step("Bob: " + e.getMessage() + ", rolled back, rows: " + bookings.rows("Bob") + ", and no task");
        }
    }

    private void step(String text) {
        steps.publishEvent(new PromiseStep("transaction", text));
    }
}
