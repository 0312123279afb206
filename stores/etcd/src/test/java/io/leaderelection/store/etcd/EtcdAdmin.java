/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Matcher;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.AlarmType;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveResponse;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes keys in etcd without the store. Each call uses a new connection, so
 * that it works after a restart of the server.
 */
final class EtcdAdmin {

	static final String PREFIX = "leader-election/";

	private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(30);

	private static final EtcdKeys KEYS = new EtcdKeys(PREFIX);

	private final URI endpoint;

	private Metadata login = new Metadata();

	EtcdAdmin(String endpoint) {
		this.endpoint = URI.create(endpoint);
	}

	/** Logs in for all further calls. */
	void login(String user, String password) {
		EtcdTarget target = new EtcdTarget(List.of(this.endpoint), () -> new EtcdCredentials(user, password), null);
		this.login = answer(target, (session) -> session.login(TIMEOUT));
	}

	<Q, A> A ask(MethodDescriptor<Q, A> method, Q request) {
		return answer(EtcdTarget.of(List.of(this.endpoint)),
				(session) -> session.call(method, request, this.login, Deadline.after(TIMEOUT, TimeUnit.NANOSECONDS)));
	}

	private <A> A answer(EtcdTarget target, Function<EtcdSession, CompletableFuture<A>> call) {
		EtcdSession session = new EtcdSession(target, this.endpoint);
		try {
			return call.apply(session).get(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException | ExecutionException | TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			session.end();
		}
	}

	/** Returns all keys of all elections. */
	List<KeyValue> all() {
		ByteString beginning = ByteString.copyFromUtf8(PREFIX);
		return ask(KVGrpc.getRangeMethod(),
				RangeRequest.newBuilder().setKey(beginning).setRangeEnd(EtcdKeys.endOf(beginning)).build())
			.getKvsList();
	}

	@Nullable KeyValue record(ElectionKey key) {
		return get(KEYS.record(key));
	}

	@Nullable KeyValue guardLock(ElectionKey key) {
		return get(KEYS.guardLock(key));
	}

	private @Nullable KeyValue get(ByteString key) {
		List<KeyValue> found = ask(KVGrpc.getRangeMethod(), RangeRequest.newBuilder().setKey(key).build()).getKvsList();
		return found.isEmpty() ? null : found.get(0);
	}

	void writeRecord(ElectionKey key, ByteString value) {
		ask(KVGrpc.getPutMethod(), PutRequest.newBuilder().setKey(KEYS.record(key)).setValue(value).build());
	}

	void writeLock(ElectionKey key, String value, long lease) {
		ask(KVGrpc.getPutMethod(),
				PutRequest.newBuilder()
					.setKey(KEYS.guardLock(key))
					.setValue(ByteString.copyFromUtf8(value))
					.setLease(lease)
					.build());
	}

	/** Changes a field of a record, or removes it. */
	void changeField(ElectionKey key, String field, @Nullable String value) {
		KeyValue record = record(key);
		if (record == null) {
			throw new IllegalStateException("There is no record of " + key);
		}
		String former = record.getValue().toStringUtf8();
		String changed = former.replaceFirst("\n" + field + "=[^\n]*",
				Matcher.quoteReplacement((value != null) ? "\n" + field + "=" + value : ""));
		if (changed.equals(former)) {
			throw new IllegalStateException("Nothing changes in: " + former);
		}
		writeRecord(key, ByteString.copyFromUtf8(changed));
	}

	void breakCheckpoints(ElectionKey key) {
		ask(KVGrpc.getPutMethod(),
				PutRequest.newBuilder()
					.setKey(KEYS.checkpoints(key))
					.setValue(ByteString.copyFromUtf8("broken"))
					.build());
	}

	void deleteRecord(ElectionKey key) {
		delete(KEYS.record(key));
	}

	void deleteLock(ElectionKey key) {
		delete(KEYS.guardLock(key));
	}

	private void delete(ByteString key) {
		ask(KVGrpc.getDeleteRangeMethod(), DeleteRangeRequest.newBuilder().setKey(key).build());
	}

	void revoke(long lease) {
		ask(LeaseGrpc.getLeaseRevokeMethod(), LeaseRevokeRequest.newBuilder().setID(lease).build());
	}

	/** Removes all but the latest revision. */
	void compact() {
		long latest = ask(KVGrpc.getRangeMethod(),
				RangeRequest.newBuilder().setKey(ByteString.copyFromUtf8("x")).build())
			.getHeader()
			.getRevision();
		ask(KVGrpc.getCompactMethod(), CompactionRequest.newBuilder().setRevision(latest).setPhysical(true).build());
	}

	/** Raises or clears the alarm that the server has no space left. */
	void alarm(AlarmRequest.AlarmAction action) {
		ask(MaintenanceGrpc.getAlarmMethod(),
				AlarmRequest.newBuilder().setAction(action).setAlarm(AlarmType.NOSPACE).build());
	}

	/** Returns the state of a lease; its TTL is -1 if it does not exist. */
	LeaseTimeToLiveResponse lease(long id) {
		return ask(LeaseGrpc.getLeaseTimeToLiveMethod(), LeaseTimeToLiveRequest.newBuilder().setID(id).build());
	}

}
