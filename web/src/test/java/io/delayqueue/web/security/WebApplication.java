package io.delayqueue.web.security;

import io.delayqueue.shop.ShopController;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** An application with a shop and a queue, and no thought given to who may do what. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({ProbeController.class, ShopController.class})
class WebApplication {}
