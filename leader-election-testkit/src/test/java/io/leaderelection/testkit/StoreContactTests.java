/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.delivery.StoreContact;
import io.leaderelection.delivery.WarningBursts;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what an instance takes for an answer of a store that returns unknown outcomes
 * instead of throwing, and what it logs of that.
 */
class StoreContactTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.leaderelection");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final UnknownOutcomes store = new UnknownOutcomes(this.memory.open());

	private final List<String> calls = new ArrayList<>();

	private final ElectionEngine engine = ElectionEngineBuilder.of(this.store, this.memory.traits())
		.namespace("n")
		.time(this.time)
		.operationListener((operation, outcome, took) -> this.calls.add(outcome))
		.build();

	private int attempts;

	@BeforeEach
	void listen() {
		this.logger.setLevel(Level.INFO);
		this.logger.setAdditive(false);
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void close() {
		this.engine.stop();
		this.time.runDue();
		this.engine.close();
		this.logger.detachAppender(this.log);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

	private List<String> logged(String... parts) {
		return this.log.list.stream()
			.map(ILoggingEvent::getFormattedMessage)
			.filter((message) -> List.of(parts).stream().anyMatch(message::contains))
			.toList();
	}

	private Throwable unanswered(Command command) {
		return new NoAnswerException("no answer to " + command.operation() + " number " + this.attempts++, null);
	}

	@Test
	void outageIsOneLineWhenItBeginsAndOneWhenItEnds() {
		LeaderElection first = this.engine.join("first").election();
		this.engine.join("second");
		this.engine.start();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(first.isLeader()).isTrue();
		Instant contact = this.engine.backend().lastContact();
		this.calls.clear();
		this.store.failures(this::unanswered);
		this.time.advance(Duration.ofMinutes(2));
		assertThat(this.engine.backend().lastContact()).isEqualTo(contact);
		assertThat(first.status().lastContact()).isEqualTo(contact);
		assertThat(this.calls).isNotEmpty().containsOnly("failure");
		assertThat(logged("no answer", "answers again")).singleElement()
			.asString()
			.contains("Store 'in-memory': no answer from the store: no answer to renew number 0.", "2 elections");
		this.store.failures((command) -> null);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(logged("no answer", "answers again")).hasSize(2)
			.last()
			.isEqualTo("Store 'in-memory': the store answers again");
		assertThat(this.engine.backend().lastContact()).isAfter(contact);
	}

	@Test
	void batchIsUnansweredOnlyIfNoOutcomeIsKnown() {
		Outcome first = new Outcome.Unknown(new NoAnswerException("first", null));
		Outcome second = new Outcome.Unknown(new NoAnswerException("second", null));
		assertThat(StoreContact.failureOf(List.of(first, second))).hasMessage("first");
		assertThat(StoreContact.failureOf(List.of(first, new Outcome.Lost(), second))).isNull();
		assertThat(StoreContact.failureOf(List.of())).isNull();
	}

	@Test
	void reportOfTheStoreIsLoggedRatherThanTheTimeoutBeforeIt() {
		ElectionLog election = log("Election 'billing'");
		Command command = new Observe(new ElectionKey("orders", "billing"));
		election.failed(new TimeoutException("no answer within 1000 ms"), command);
		assertThat(election.current()).isEqualTo("no answer within 1000 ms");
		election.failed(new NoAnswerException("no answer from 127.0.0.1", null), command);
		election.failed(new TimeoutException("no answer within 1000 ms"), command);
		assertThat(logged("no answer")).singleElement().asString().contains("127.0.0.1");
	}

	@Test
	void storeThatHangsIsLogged() {
		ElectionLog election = log("Election 'billing'");
		Command command = new Observe(new ElectionKey("orders", "billing"));
		for (int i = 0; i < 3; i++) {
			election.failed(new TimeoutException("no answer within 1000 ms"), command);
		}
		assertThat(logged("no answer")).hasSize(1);
		election.succeeded(command);
		assertThat(logged("answers again")).hasSize(1);
	}

	@Test
	void refusedWriteIsOneLineAlthoughReadsSucceed() {
		LeaderElection election = this.engine.join("billing").election();
		this.store.failures((command) -> (command instanceof Observe) ? null
				: new RefusedCommandException("There is no namespace. Create it", null));
		this.engine.start();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(logged("namespace", "answers again"))
			.containsExactly("Election 'billing': the store refuses: There is no namespace. Create it. Keeps trying");
		assertThat(election.status().lastError()).isEqualTo("There is no namespace. Create it");
		assertThat(election.status().refused()).as("a missing right").isFalse();
		this.store.failures((command) -> null);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isTrue();
		assertThat(logged("answers again")).hasSize(1);
	}

	/** As with a quota of records, which affects new elections only. */
	@Test
	void refusalOfOneElectionIsNotOneOfTheStore() {
		this.engine.join("old");
		LeaderElection refused = this.engine.join("new").election();
		this.store.failures((command) -> (command instanceof Observe || command.key().election().equals("old")) ? null
				: new MissingRightException("exceeded quota", null));
		this.engine.start();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(logged("quota", "answers again"))
			.containsExactly("Election 'new': the store refuses: exceeded quota. Keeps trying");
		assertThat(refused.status()).matches(ElectionStatus::refused, "is refused");
	}

	@Test
	void answerIsNotCalledAMissingAnswer() {
		this.engine.join("garbage");
		this.engine.join("other");
		this.store.failures((command) -> command.key().election().equals("garbage")
				? new GarbageRecordException("It has a holder but no record") : new IllegalStateException("conflicts"));
		this.engine.start();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(logged("no answer", "answers again")).isEmpty();
		assertThat(logged("Keeps trying")).containsExactlyInAnyOrder(
				"Election 'garbage': the record cannot be used: It has a holder but no record. Keeps trying",
				"Election 'other': a command failed: conflicts. Keeps trying");
		assertThat(this.engine.backend().lastContact()).isNull();
	}

	private static ElectionLog log(String what) {
		AsyncLog log = new AsyncLog(LeaderElection.class, Runnable::run);
		return new ElectionLog(what, log, new WarningBursts(log, () -> 0), () -> 0, Duration.ofSeconds(15));
	}

}
