/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.integration.roles;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.Pollers;
import org.springframework.integration.leader.event.OnGrantedEvent;

@Configuration(proxyBeanMethods = false)
@EnableIntegration
class InvoicesApplication {

	@Bean
	IntegrationFlow invoiceFlow() {
		return IntegrationFlow
			.fromSupplier(() -> "an invoice",
					(source) -> source.role("billing").autoStartup(false).poller(Pollers.fixedDelay(1000)))
			.handle((message) -> System.out.println("bills " + message.getPayload()))
			.get();
	}

	@EventListener(condition = "#event.role == 'billing'")
	void granted(OnGrantedEvent event) {
		System.out.println("leads");
	}

}
