/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.ObserverContract;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store contract on a service.
 */
abstract class DynamoDbContract extends ObserverContract {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private final Service service;

	@AutoClose
	private final DynamoDbClient client;

	private final Items items;

	DynamoDbContract(Service service) {
		this.service = service;
		this.client = service.client();
		this.items = new Items(this.client, service.table());
	}

	LeaseStore open(DynamoDbClient client, String table, TimeSystem time) {
		return DynamoDbLeaseStoreFactory.builder(client).table(table).build().open(time);
	}

	@Override
	protected LeaseStore open(TimeSystem time) {
		return open(this.client, this.service.table(), time);
	}

	@Override
	protected StoreTraits traits() {
		return this.service.factory().traits();
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		this.items.write(key, "leader-election-record 1\ntoken=9223372036854775807\nend\n");
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		this.items.delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		this.items.setField(key, "not-before", Long.toString(fromNow.toMillis()));
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		this.items.setField(key, "checkpoints", "broken");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, this.service.arguments());
	}

	/** Without the condition of its write, both would win. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	@Tag(MUTATION)
	void rivalThatWritesBetweenReadAndWriteWins(boolean exists) {
		String election = "between-" + UUID.randomUUID();
		TimeSystem time = new SteppedTime();
		AtomicBoolean won = new AtomicBoolean();
		try (TestCandidate rival = new TestCandidate(open(this.client, this.service.table(), time), "rival", LEASE)) {
			if (exists) {
				rival.win(election);
				rival.release(election);
			}
			DynamoDbClient slow = ObservedClient.before(this.client, "putItem", () -> {
				if (won.compareAndSet(false, true)) {
					rival.win(election);
				}
			});
			try (TestCandidate late = new TestCandidate(open(slow, this.service.table(), time), "late", LEASE)) {
				assertThat(late.acquire(election)).isInstanceOfSatisfying(Outcome.Leased.class,
						(leased) -> assertThat(leased.candidate()).isEqualTo("rival"));
				assertThat(won).isTrue();
				assertThat(rival.renew(election)).isInstanceOf(Outcome.Granted.class);
			}
		}
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return Service.of(arguments).factory().open();
		}

	}

}
