/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.net.http.HttpClient;
import java.time.Duration;

import io.leaderelection.LeaderElections;
import io.leaderelection.NotLeaderException;
import io.leaderelection.web.LeaderRequestInterceptor;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Writes an invoice on request. An instance that does not lead forwards the request to
 * the leader.
 */
@RestController
class InvoiceController {

	private static final Duration TIMEOUT = Duration.ofSeconds(3);

	private final InvoiceJob job;

	private final RestClient client;

	InvoiceController(InvoiceJob job, LeaderElections elections) {
		this.job = job;
		JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(
				HttpClient.newBuilder().connectTimeout(TIMEOUT).build());
		requests.setReadTimeout(TIMEOUT);
		this.client = RestClient.builder()
			.requestFactory(requests)
			.requestInterceptor(new LeaderRequestInterceptor(elections, InvoiceJob.ELECTION))
			.build();
	}

	@PostMapping("/api/invoices")
	ResponseEntity<?> write() {
		try {
			return ResponseEntity.ok(this.job.writeInvoice());
		}
		catch (NotLeaderException ex) {
			return forward();
		}
	}

	private ResponseEntity<?> forward() {
		try {
			String answer = this.client.post().uri("/api/invoices").retrieve().body(String.class);
			return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(answer);
		}
		catch (RestClientException | IllegalStateException ex) {
			// The leader is unknown, has stopped, no longer leads or has no
			// address. This is temporary
			return tryLater();
		}
	}

	private static ResponseEntity<?> tryLater() {
		return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).header(HttpHeaders.RETRY_AFTER, "1").build();
	}

}
