package io.delayqueue.web.security;

import io.delayqueue.shop.ShopController;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Application with a shop and a queue, without a security configuration. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({ProbeController.class, ShopController.class})
class WebApplication {}
