/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.nats;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.ConditionalRecords.Changes;
import io.leaderelection.store.support.ConditionalStore;
import io.leaderelection.store.support.NamedRecord;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.store.support.RefusedCommandException;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.KeyValue;
import io.nats.client.KeyValueOptions;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueOperation;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.impl.NatsKeyValueWatchSubscription;
import org.jspecify.annotations.Nullable;

/**
 * Opens the store in a bucket of the key-value store of NATS.
 *
 * @param connection the application's connection, which the store does not close. Without
 * a reconnect buffer, so that no write is sent after its call
 * @param bucket the name of the bucket, which exists. Its stream must not allow direct
 * reads, because replicas answer them, which may be behind
 */
public record NatsLeaseStoreFactory(Connection connection, String bucket) implements LeaseStoreFactory {

	private static final StoreTraits TRAITS = new StoreTraits("nats", StoreTraits.Clock.OBSERVER, Duration.ofMillis(1),
			Duration.ofDays(365), false, false, true, true);

	private static final Duration SUBSCRIBE_TIMEOUT = Duration.ofSeconds(2);

	/** The server's code for a key with another revision than the expected one. */
	private static final int WRONG_REVISION = 10071;

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	LeaseStore open(TimeSystem time) {
		return new ConditionalStore("NATS", new Records(this.connection, this.bucket, time), time);
	}

	private static final class Records implements ConditionalRecords {

		private final Connection connection;

		private final String bucket;

		private final Scheduler watching;

		Records(Connection connection, String bucket, TimeSystem time) {
			this.connection = connection;
			this.bucket = bucket;
			this.watching = time.scheduler("leader-election-nats-watch");
		}

		@Override
		public @Nullable Stored read(ElectionKey key, CallBudget budget) {
			return call("get", budget, (bucket) -> stored(bucket.get(name(key)), key));
		}

		@Override
		public @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record,
				CallBudget budget) {
			byte[] text = new NamedRecord(key, record).format();
			return call("update", budget, (bucket) -> {
				long revision = (expected != null) ? bucket.update(name(key), text, (Long) expected.version())
						: bucket.create(name(key), text);
				return new Stored(record, revision);
			});
		}

		/** Calls the server once. A refused condition is {@code null}. */
		private @Nullable Stored call(String what, CallBudget budget, Request request) {
			try {
				return request.send(bucket(Duration.ofMillis(budget.millisLeft())));
			}
			catch (JetStreamApiException ex) {
				if (ex.getApiErrorCode() == WRONG_REVISION) {
					return null;
				}
				throw new RefusedCommandException("NATS refuses to " + what + " a key of bucket '" + this.bucket + "': "
						+ ex.getMessage() + ". Check the user's permissions, and the limits of the stream", ex);
			}
			catch (IOException | IllegalStateException ex) {
				throw new NoAnswerException("NATS did not answer '" + what + "' within " + budget
						+ ". Check that the server is up, and that JetStream is enabled", ex);
			}
		}

		private KeyValue bucket(Duration timeout) throws IOException {
			return this.connection.keyValue(this.bucket, KeyValueOptions.builder().jsRequestTimeout(timeout).build());
		}

		/** Returns a key that may have the characters of no name. */
		private static String name(ElectionKey key) {
			byte[] text = (key.namespace() + '\0' + key.election()).getBytes(StandardCharsets.UTF_8);
			return HexFormat.of().formatHex(text);
		}

		private static byte[] text(KeyValueEntry entry) {
			byte[] text = entry.getValue();
			return (text != null) ? text : new byte[0];
		}

		private static @Nullable Stored stored(@Nullable KeyValueEntry entry, ElectionKey key) {
			if (entry == null) {
				return null;
			}
			try {
				return new Stored(NamedRecord.parse(text(entry), key), entry.getRevision());
			}
			catch (IllegalArgumentException ex) {
				throw new GarbageRecordException("Key '" + entry.getKey() + "' of bucket '" + entry.getBucket()
						+ "' is garbage: " + ex.getMessage() + ". Stop all instances of election '" + key
						+ "', then delete the key");
			}
		}

		@Override
		public Watch watch(String namespace, NotificationListener listener, Changes changes) {
			ReconnectingWatch watch = new ReconnectingWatch("NATS", listener, this.watching, Duration.ofSeconds(5));
			watch.start(new Subscription(watch, namespace, changes));
			return watch;
		}

		@Override
		public void close() {
			this.watching.close();
		}

		/** A watch of all keys, which begins with what is stored. */
		private final class Subscription implements ReconnectingWatch.Source, KeyValueWatcher {

			private final ReconnectingWatch watch;

			private final String namespace;

			private final Changes changes;

			private @Nullable NatsKeyValueWatchSubscription open;

			Subscription(ReconnectingWatch watch, String namespace, Changes changes) {
				this.watch = watch;
				this.namespace = namespace;
				this.changes = changes;
			}

			@Override
			public void begin() {
				// Waits, because this scheduler has nothing else to do
				try {
					this.open = bucket(SUBSCRIBE_TIMEOUT).watchAll(this);
					this.watch.confirmed();
				}
				catch (IOException | JetStreamApiException | InterruptedException | IllegalStateException ex) {
					this.watch.lost(ex);
				}
			}

			@Override
			public void watch(KeyValueEntry entry) {
				if (entry.getOperation() == KeyValueOperation.PUT) {
					this.watch.execute(() -> take(entry));
				}
			}

			private void take(KeyValueEntry entry) {
				ElectionKey key = NamedRecord.keyOf(text(entry));
				if (key.namespace().equals(this.namespace) && this.changes.seen(key, stored(entry, key))) {
					this.watch.notified(key.election());
				}
			}

			@Override
			public void endOfData() {
				// What was stored is sent first
			}

			@Override
			public void check() {
				if (Records.this.connection.getStatus() != Connection.Status.CONNECTED) {
					this.watch.lost(null);
				}
			}

			@Override
			public void leave() {
				if (this.open != null) {
					this.open.unsubscribe();
					this.open = null;
				}
			}

			@Override
			public String describe(Throwable failure) {
				return failure.getMessage() + ". Check that NATS is up";
			}

		}

	}

	private interface Request {

		@Nullable Stored send(KeyValue bucket) throws IOException, JetStreamApiException;

	}

}
