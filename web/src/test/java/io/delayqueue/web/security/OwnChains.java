package io.delayqueue.web.security;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;

/** Application with its own rules: the shop is open, the rest needs a form login. */
@Configuration(proxyBeanMethods = false)
class OwnChains {

    @Bean
    @Order(1)
    SecurityFilterChain shopChain(HttpSecurity http) {
        return http.securityMatcher("/shop/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .csrf(AbstractHttpConfigurer::disable)
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain restChain(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .formLogin(Customizer.withDefaults())
                .build();
    }
}
