package io.delayqueue.demo.order;

import java.time.Clock;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** API for orders and payments. */
@RestController
@RequestMapping("/api/orders")
class OrderController {

    private final Shop shop;

    private final Clock clock;

    OrderController(Shop shop, Clock clock) {
        this.shop = shop;
        this.clock = clock;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Order place(@RequestBody OrderRequest request) {
        String item = request.requireItem();
        return shop.place(item, clock.instant().plus(request.requirePaymentTime()));
    }

    // PUT, because a payment is idempotent.
    @PutMapping("/{number}/payment")
    Order pay(@PathVariable long number) {
        return shop.pay(number);
    }

    @PutMapping("/{number}/withdrawal")
    Order withdraw(@PathVariable long number) {
        return shop.withdraw(number);
    }
}
