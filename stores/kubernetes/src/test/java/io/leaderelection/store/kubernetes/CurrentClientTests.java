/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CurrentClient}.
 */
class CurrentClientTests {

	private int opened;

	private final CurrentClient current = new CurrentClient(this::open);

	@AfterEach
	void close() {
		this.current.close();
	}

	private KubernetesClient open() {
		this.opened++;
		// A client connects with its first request, which these tests do not send
		return new KubernetesClientBuilder().withConfig(new ConfigBuilder().withAutoConfigure(false).build()).build();
	}

	private void unanswered(int requests) {
		for (int i = 0; i < requests; i++) {
			this.current.unanswered(this.current.get());
		}
	}

	@Test
	void thirdUnansweredRequestReplacesTheClient() {
		KubernetesClient first = this.current.get();
		unanswered(2);
		assertThat(this.current.isCurrent(first)).isTrue();
		unanswered(1);
		assertThat(this.current.isCurrent(first)).isFalse();
	}

	@Test
	void answerBeginsTheCountAnew() {
		unanswered(2);
		this.current.answered(this.current.get());
		unanswered(2);
		assertThat(this.opened).isEqualTo(1);
	}

	@Test
	void requestsOfAReplacedClientDoNotCount() {
		KubernetesClient first = this.current.get();
		unanswered(3);
		for (int i = 0; i < 100; i++) {
			this.current.unanswered(first);
		}
		assertThat(this.opened).isEqualTo(2);
	}

	@Test
	void serverThatStaysSlowIsSparedFurtherConnections() {
		unanswered(3 + 6 + 6 + 6);
		assertThat(this.opened).isEqualTo(5);
		unanswered(5);
		assertThat(this.opened).isEqualTo(5);
		this.current.answered(this.current.get());
		unanswered(3);
		assertThat(this.opened).as("after an answer").isEqualTo(6);
	}

	@Test
	void closedClientIsNotReplaced() {
		this.current.close();
		unanswered(100);
		assertThat(this.opened).isEqualTo(1);
	}

}
