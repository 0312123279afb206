/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

/**
 * Makes the store in memory available to other JVMs over the loopback interface, to test
 * the contention of processes. The protocol consists of lines with words, and supports
 * only the commands of contending candidates.
 */
final class StoreServer {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final LeaseStore store;

	StoreServer(LeaseStore store) throws IOException {
		this.store = store;
		start("store-server", this::accept);
	}

	StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(Integer.toString(this.socket.getLocalPort())));
	}

	void close() throws IOException {
		this.socket.close();
	}

	private void accept() {
		while (!this.socket.isClosed()) {
			try {
				Socket connection = this.socket.accept();
				start("store-server-connection", () -> serve(connection));
			}
			catch (IOException ex) {
				if (!this.socket.isClosed()) {
					throw new UncheckedIOException(ex);
				}
			}
		}
	}

	private void serve(Socket connection) {
		try (connection; Line line = new Line(connection)) {
			for (String request = line.read(); request != null; request = line.read()) {
				line.write(answer(request.split(" ")));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String answer(String[] words) {
		ElectionKey key = new ElectionKey(words[1], words[2]);
		Nonce nonce = Nonce.parse(words[3]);
		if (words[0].equals("release")) {
			return text(this.store.release(List.of(new Release(key, nonce, Long.parseLong(words[4]))), TIMEOUT).get(0));
		}
		return text(
				this.store
					.acquire(
							List.of(new Acquire(key, words[4], nonce, Duration.ofMillis(Long.parseLong(words[5])),
									Long.parseLong(words[6]), Long.parseLong(words[7]), Instant.EPOCH, Map.of())),
							TIMEOUT)
					.get(0));
	}

	private static String text(Outcome outcome) {
		if (outcome instanceof Outcome.Granted granted) {
			return "granted " + granted.token() + " " + granted.duration() + " " + granted.notBefore();
		}
		if (outcome instanceof Outcome.Leased held) {
			return "held " + held.candidate() + " " + held.token() + " " + held.remaining() + " " + held.notBefore();
		}
		if (outcome instanceof Outcome.Free free) {
			return "free " + free.token() + " " + free.released();
		}
		return outcome.getClass().getSimpleName();
	}

	private static void start(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
	}

	/** Opens a client of this server. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) throws IOException {
			return new Client(
					new Line(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments.get(0)))));
		}

	}

	/** A client of the store in another JVM. */
	private record Client(Line line) implements LeaseStore {

		@Override
		public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
			List<Outcome.OfAcquire> outcomes = new ArrayList<>();
			for (Acquire command : batch) {
				String[] answer = ask("acquire", command.key(), command.nonce(), command.candidate(),
						command.duration().toMillis(), command.seenToken(), command.tokenFloor());
				outcomes.add(switch (answer[0]) {
					case "granted" -> new Outcome.Granted(Long.parseLong(answer[1]), Duration.parse(answer[2]),
							Duration.parse(answer[3]));
					case "held" -> new Outcome.Leased(answer[1], Instant.EPOCH, Long.parseLong(answer[2]),
							Duration.parse(answer[3]), Duration.parse(answer[4]), Map.of());
					case "free" -> new Outcome.Free(Long.parseLong(answer[1]), Boolean.parseBoolean(answer[2]));
					default -> new Outcome.Unknown(new IllegalStateException(Arrays.toString(answer)));
				});
			}
			return outcomes;
		}

		@Override
		public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
			List<Outcome.OfRelease> outcomes = new ArrayList<>();
			for (Release command : batch) {
				String[] answer = ask("release", command.key(), command.nonce(), command.token());
				outcomes.add(answer[0].equals("Released") ? new Outcome.Released()
						: new Outcome.Unknown(new IllegalStateException(Arrays.toString(answer))));
			}
			return outcomes;
		}

		@Override
		public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
			throw new UnsupportedOperationException();
		}

		@Override
		public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Watch watch(String namespace, NotificationListener listener) {
			return Watch.NONE;
		}

		private String[] ask(String command, ElectionKey key, Nonce nonce, Object... words) {
			StringBuilder request = new StringBuilder(command).append(' ').append(key.namespace());
			request.append(' ').append(key.election()).append(' ').append(nonce);
			for (Object word : words) {
				request.append(' ').append(word);
			}
			try {
				this.line.write(request.toString());
				String answer = this.line.read();
				if (answer == null) {
					throw new IllegalStateException("The server has gone");
				}
				return answer.split(" ");
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	/** A connection for lines. */
	private static final class Line implements AutoCloseable {

		private final BufferedReader in;

		private final PrintWriter out;

		Line(Socket socket) throws IOException {
			this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
			this.out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
		}

		String read() throws IOException {
			return this.in.readLine();
		}

		void write(String line) {
			this.out.println(line);
		}

		@Override
		public void close() throws IOException {
			this.in.close();
		}

	}

}
