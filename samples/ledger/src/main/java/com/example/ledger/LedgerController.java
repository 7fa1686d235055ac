package com.example.ledger;

import io.delayqueue.DelayQueueService;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Makes entries over HTTP, and shows the ledger. */
@RestController
class LedgerController {

    private final Ledger ledger;

    private final DelayQueueService delayQueueService;

    LedgerController(Ledger ledger, DelayQueueService delayQueueService) {
        this.ledger = ledger;
        this.delayQueueService = delayQueueService;
    }

    @PostMapping("/accounts/{customer}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void enter(@PathVariable String customer, @RequestParam long amount) {
        ledger.enter(customer, amount);
    }

    @GetMapping("/accounts/{customer}")
    List<Ledger.Posted> entries(@PathVariable String customer) {
        return ledger.entries(customer);
    }

    /** The accounts, and how many entries are not posted. */
    record Page(List<Ledger.Account> accounts, long waiting) {}

    @GetMapping("/accounts")
    Page accounts() {
        return new Page(
                ledger.accounts(),
                delayQueueService.topic("ledger", "post").count().total());
    }
}
