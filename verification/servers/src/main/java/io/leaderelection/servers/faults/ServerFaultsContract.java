/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.TestServer;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.WatchedNotifications;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a store whose server is killed, started again, and frozen.
 */
@ExtendWith(OutputCaptureExtension.class)
public abstract class ServerFaultsContract extends FaultsContract {

	private static final String OUTAGE = "outage";

	/** The messages of core about commands that failed, and about the end of that. */
	private static final Pattern CONTACT = Pattern
		.compile("(Store|Election) '[^']*': (.*Keeps trying$|the store answers again)");

	/** The candidate that leads. */
	protected TestCandidate leader;

	/** Another candidate. */
	protected TestCandidate rival;

	/** An election that nobody has led yet. */
	protected String election;

	/**
	 * Creates the contract.
	 */
	protected ServerFaultsContract() {
	}

	/**
	 * Returns the server, which keeps its data over a restart.
	 * @return the running server, which other tests do not use at the same time
	 */
	protected abstract TestServer server();

	/**
	 * Returns a factory of stores.
	 * @return the factory
	 */
	protected abstract LeaseStoreFactory factory();

	/**
	 * Returns a lease duration that tests can await.
	 * @return the duration; 5 s by default
	 */
	protected Duration shortLease() {
		return Duration.ofSeconds(5);
	}

	/**
	 * Opens a candidate.
	 * @param name its id
	 * @param lease its lease duration
	 * @return the candidate
	 */
	protected TestCandidate open(String name, Duration lease) {
		return new TestCandidate(factory().open(), name, lease);
	}

	/**
	 * Ends the server. It keeps its data.
	 */
	protected void end() {
		server().kill();
	}

	@BeforeEach
	void openCandidates() {
		this.leader = open("leader", lease());
		this.rival = open("rival", lease());
		this.election = election();
	}

	@AfterEach
	void closeCandidates() {
		this.leader.close();
		this.rival.close();
	}

	@Test
	protected void restartShorterThanTheLeaseKeepsTheTerm() throws Exception {
		long token = this.leader.win(this.election).token();
		assertThat(this.rival.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
		end();
		failure(() -> this.leader.timeout(SHORT).renew(this.election));
		failure(() -> this.rival.timeout(SHORT).acquire(this.election));
		server().start();
		assertTermContinues(token);
	}

	@Test
	void restartLongerThanTheLeaseEndsTheTerm() {
		try (TestCandidate former = open("former", shortLease()); TestCandidate next = open("next", shortLease())) {
			long token = former.win(this.election).token();
			if (factory().traits().clock() == StoreTraits.Clock.OBSERVER) {
				assertThat(next.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
			}
			end();
			failure(() -> former.timeout(SHORT).renew(this.election));
			failure(() -> next.timeout(SHORT).acquire(this.election));
			Awaitility.await()
				.pollDelay(shortLease().plusSeconds(1))
				.atMost(shortLease().plus(TestCandidate.PATIENCE))
				.until(() -> true);
			server().start();
			former.timeout(LONG);
			next.timeout(LONG);
			assertThat(reached(() -> former.renew(this.election))).isEqualTo(new Outcome.Lost());
			assertThat(reached(() -> next.acquire(this.election))).isInstanceOfSatisfying(Outcome.Granted.class,
					(granted) -> {
						assertThat(granted.token()).isGreaterThan(token);
						assertThat(granted.notBefore()).isZero();
					});
		}
	}

	@Test
	void storeOpenedWhileTheServerIsDownWorksAfterItsStart() {
		end();
		try (TestCandidate early = open("early", lease())) {
			failure(() -> early.timeout(SHORT).acquire(this.election));
			server().start();
			early.timeout(LONG);
			assertThat(reached(() -> early.acquire(this.election))).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void frozenServerIsUnknownAndTheTermContinues() {
		long token = this.leader.win(this.election).token();
		assertThat(this.rival.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
		server().freeze();
		try {
			assertThat(failure(() -> this.leader.timeout(SHORT).renew(this.election))).hasMessageContaining("1000 ms")
				.hasMessageContaining("leader-election.operation-timeout");
			failure(() -> this.rival.timeout(SHORT).acquire(this.election));
			failure(() -> this.rival.observe(this.election));
		}
		finally {
			server().thaw();
		}
		assertTermContinues(token);
	}

	/** A store without batches reports an outage for each command, and throws nothing. */
	@Test
	void outageIsLoggedWhenItBeginsAndWhenItEnds(CapturedOutput output) {
		LeaseStoreFactory factory = factory();
		try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(OUTAGE + "-" + UUID.randomUUID())
			.timing(ElectionTiming.builder().lease(shortLease()).build())
			.build()) {
			LeaderElection election = engine.join(OUTAGE).election();
			engine.start();
			Awaitility.await().atMost(TestCandidate.PATIENCE).until(election::isLeader);
			int before = output.getAll().length();
			server().freeze();
			try {
				Awaitility.await()
					.atMost(TestCandidate.PATIENCE)
					.until(() -> !contact(output, before).isEmpty() && !election.isLeader());
				Instant ofStore = engine.backend().lastContact();
				Instant ofElection = election.status().lastContact();
				Awaitility.await()
					.pollDelay(shortLease().multipliedBy(2))
					.atMost(shortLease().plus(TestCandidate.PATIENCE))
					.until(() -> true);
				assertThat(engine.backend().lastContact()).isNotNull().isEqualTo(ofStore);
				assertThat(election.status().lastContact()).isNotNull().isEqualTo(ofElection);
				assertThat(contact(output, before)).singleElement()
					.asString()
					.contains("Store '" + factory.traits().name() + "': no answer from the store: ");
			}
			finally {
				server().thaw();
			}
			Awaitility.await().atMost(TestCandidate.PATIENCE).until(election::isLeader);
			Awaitility.await().atMost(TestCandidate.PATIENCE).until(() -> contact(output, before).size() > 1);
			assertThat(contact(output, before)).hasSize(2).last().asString().endsWith("the store answers again");
		}
	}

	/** Returns the lines that say whether the store answers. */
	private static List<String> contact(CapturedOutput output, int from) {
		return output.getAll().substring(from).lines().filter((line) -> CONTACT.matcher(line).find()).toList();
	}

	@Test
	void notificationsResumeAfterARestart() throws Exception {
		if (!factory().traits().push()) {
			return;
		}
		WatchedNotifications notifications = this.rival.watch();
		this.leader.win(this.election);
		end();
		notifications.await("live false");
		server().start();
		notifications.await("live true");
		assertThat(reached(() -> this.leader.release(this.election))).isEqualTo(new Outcome.Released());
		notifications.await("notification " + this.election);
	}

	private void assertTermContinues(long token) {
		this.leader.timeout(LONG);
		this.rival.timeout(LONG);
		assertThat(reached(() -> this.leader.renew(this.election))).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.token()).isEqualTo(token));
		assertThat(reached(() -> this.rival.acquire(this.election))).isInstanceOf(Outcome.Leased.class);
	}

}
