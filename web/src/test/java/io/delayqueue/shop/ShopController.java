package io.delayqueue.shop;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.ModelAndView;

/** Controller of the application. */
@RestController
public class ShopController {

    @GetMapping({"/", "/shop/orders", "/delayqueues"})
    String show() {
        return "shop";
    }

    @PostMapping("/shop/orders")
    String order() {
        return "ordered";
    }

    /** Path that the application leaves open by mistake. */
    @GetMapping("/shop/detour")
    ModelAndView detour() {
        return new ModelAndView("forward:/delayqueue/api/v1/groups");
    }
}
