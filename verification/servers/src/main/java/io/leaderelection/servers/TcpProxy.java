/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.leaderelection.servers.NetworkFaults.Fate;

/**
 * A proxy between a client and a server on the loopback interface that simulates network
 * faults. Faults apply to existing and new connections until {@link #heal()}.
 * Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {

	private final ServerSocket listener;

	private final List<Connection> connections = new CopyOnWriteArrayList<>();

	private final NetworkFaults faults = new NetworkFaults();

	private final AtomicLong roundTrips = new AtomicLong();

	private final AtomicInteger cuts = new AtomicInteger();

	private final AtomicLong bytes = new AtomicLong();

	private volatile int target;

	private volatile Consumer<byte[]> requestTap = (request) -> {
	};

	private volatile Runnable connectionTap = () -> {
	};

	private TcpProxy(int target) throws IOException {
		this.target = target;
		this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
		start("proxy-accept", this::accept);
	}

	/**
	 * Opens a proxy.
	 * @param port the port of the server, on {@link Loopback#HOST}
	 * @return the proxy, which forwards everything
	 */
	public static TcpProxy to(int port) {
		try {
			return new TcpProxy(port);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot open a proxy", ex);
		}
	}

	/**
	 * Returns the port at which it listens.
	 * @return the port, on {@link Loopback#HOST}
	 */
	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Forwards new connections to another server, as a name service does after a
	 * failover.
	 * @param port the port of the other server
	 */
	public void redirect(int port) {
		this.target = port;
	}

	/**
	 * Holds all data back: connections stay open and are accepted. After {@link #heal()}
	 * the data arrives late, as a network's retransmissions do.
	 * @param directions the directions; both if none is given
	 */
	public void blackHole(Direction... directions) {
		this.faults.flow(NetworkFaults.Flow.HOLD, directions);
	}

	/**
	 * Drops all data. {@link #heal()} resets the connections that lost data.
	 * @param directions the directions; both if none is given
	 */
	public void lose(Direction... directions) {
		this.faults.flow(NetworkFaults.Flow.LOSE, directions);
	}

	/**
	 * Delays all data.
	 * @param delay the delay
	 * @param directions the directions; both if none is given
	 */
	public void delay(Duration delay, Direction... directions) {
		this.faults.delay(delay, directions);
	}

	/**
	 * Resets the connection on which the next answer arrives instead of forwarding it:
	 * the server has executed the request, but the client receives no answer.
	 */
	public void cutNextAnswer() {
		cutAnswerAfter(0);
	}

	/**
	 * Resets a connection as {@link #cutNextAnswer()} does, after some answers have been
	 * forwarded.
	 * @param answers the number of answers to forward first, on all connections together
	 */
	public void cutAnswerAfter(int answers) {
		this.faults.cutAfter(answers);
	}

	/**
	 * Observes all data that a client sends and that is forwarded.
	 * @param tap receives the data, on the thread that forwards it
	 */
	public void onRequest(Consumer<byte[]> tap) {
		this.requestTap = tap;
	}

	/**
	 * Observes all connections that clients open, including those that are reset because
	 * the server is down.
	 * @param tap called before the proxy connects to the server, on the thread that
	 * accepts
	 */
	public void onConnection(Runnable tap) {
		this.connectionTap = tap;
	}

	/**
	 * Resets all connections. New ones are accepted.
	 */
	public void reset() {
		this.connections.forEach(Connection::reset);
	}

	/**
	 * Resets all connections, and every new one.
	 */
	public void refuse() {
		this.faults.refuse();
		reset();
	}

	/**
	 * Ends all faults.
	 */
	public void heal() {
		this.connections.stream().filter((connection) -> connection.lossy).forEach(Connection::reset);
		this.faults.heal();
	}

	/**
	 * Returns how many answers were cut since this proxy was opened.
	 * @return the number
	 */
	public int cuts() {
		return this.cuts.get();
	}

	/**
	 * Returns the number of open connections.
	 * @return the number of connections
	 */
	public int connections() {
		return this.connections.size();
	}

	/**
	 * Returns the number of round trips on all connections since this proxy was opened.
	 * Requests that a client sends before the answer to the previous one has arrived
	 * count as one round trip.
	 * @return the number
	 */
	public long roundTrips() {
		return this.roundTrips.get();
	}

	/**
	 * Returns the amount of data sent in both directions since this proxy was opened.
	 * @return the number of bytes
	 */
	public long bytes() {
		return this.bytes.get();
	}

	@Override
	public void close() {
		try {
			this.listener.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot close the proxy", ex);
		}
		finally {
			heal();
			reset();
		}
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			Socket client = null;
			try {
				client = this.listener.accept();
				this.connectionTap.run();
				if (this.faults.isRefusing()) {
					Loopback.reset(client);
				}
				else {
					new Connection(client, Loopback.connect(this.target)).open();
				}
			}
			catch (IOException ex) {
				// The server is down, or this proxy is closed: the client sees a reset
				if (client != null) {
					Loopback.reset(client);
				}
			}
		}
	}

	private static void start(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
	}

	private final class Connection {

		private final Socket client;

		private final Socket server;

		private volatile boolean lossy;

		private volatile boolean requested;

		Connection(Socket client, Socket server) throws IOException {
			this.client = client;
			this.server = server;
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
		}

		void open() {
			TcpProxy.this.connections.add(this);
			if (TcpProxy.this.listener.isClosed() || TcpProxy.this.faults.isRefusing()) {
				// Accepted before that, and therefore perhaps not reset with the others
				reset();
				return;
			}
			start("proxy-to-server", () -> pump(this.client, this.server, Direction.TO_SERVER));
			start("proxy-to-client", () -> pump(this.server, this.client, Direction.TO_CLIENT));
		}

		private void pump(Socket from, Socket to, Direction direction) {
			byte[] buffer = new byte[64 * 1024];
			try {
				for (int read = from.getInputStream().read(buffer); read >= 0; read = from.getInputStream()
					.read(buffer)) {
					Fate fate = TcpProxy.this.faults.fate(direction);
					if (fate == Fate.CUT) {
						TcpProxy.this.cuts.incrementAndGet();
						reset();
						return;
					}
					if (fate == Fate.LOSE) {
						this.lossy = true;
					}
					else {
						count(direction);
						TcpProxy.this.bytes.addAndGet(read);
						if (direction == Direction.TO_SERVER) {
							TcpProxy.this.requestTap.accept(Arrays.copyOf(buffer, read));
						}
						to.getOutputStream().write(buffer, 0, read);
						to.getOutputStream().flush();
					}
				}
				// The end of a stream must not pass a black hole either
				TcpProxy.this.faults.fate(direction);
				to.shutdownOutput();
			}
			catch (IOException ex) {
				reset();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				reset();
			}
			finally {
				if (from.isInputShutdown() || from.isClosed() || to.isClosed()
						|| (from.isOutputShutdown() && to.isOutputShutdown())) {
					TcpProxy.this.connections.remove(this);
				}
			}
		}

		private void count(Direction direction) {
			if (direction == Direction.TO_SERVER) {
				this.requested = true;
			}
			else if (this.requested) {
				this.requested = false;
				TcpProxy.this.roundTrips.incrementAndGet();
			}
		}

		void reset() {
			TcpProxy.this.connections.remove(this);
			Loopback.reset(this.client);
			Loopback.reset(this.server);
		}

	}

}
