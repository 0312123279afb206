/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transfers of an application: a debit, something that blocks, and a credit. In a package
 * of its own, since beans of the library are not guarded.
 */
public class Transfers {

	private final Accounts accounts;

	private final TransactionTemplate transactions;

	public Transfers(Accounts accounts, TransactionTemplate transactions) {
		this.accounts = accounts;
		this.transactions = transactions;
	}

	@OnLeader
	@Transactional
	public void guarded() throws InterruptedException {
		this.accounts.transfer();
	}

	@OnLeader(maxDuration = "1200ms")
	@Transactional
	public void stalled() throws InterruptedException {
		this.accounts.transferOnLeader();
	}

	@OnLeader
	@Transactional(noRollbackFor = InterruptedException.class)
	public void withRulesOfItsOwn() throws InterruptedException {
		this.accounts.transfer();
	}

	@OnLeader
	@Transactional
	public void throwingAnotherException() throws IOException {
		try {
			this.accounts.transfer();
		}
		catch (InterruptedException ex) {
			throw new IOException("while writing to a channel", ex);
		}
	}

	@OnLeader
	public void callingATransactionalBean() throws InterruptedException {
		this.accounts.transactionalTransfer();
	}

	@OnLeader
	@Transactional
	public void withANewTransactionInside() throws InterruptedException {
		this.accounts.newTransfer();
	}

	@OnLeader
	public void programmatic() {
		this.transactions.executeWithoutResult((status) -> {
			try {
				this.accounts.transfer();
			}
			catch (InterruptedException ex) {
				throw Transfers.<RuntimeException>unchecked(ex);
			}
		});
	}

	@OnLeader
	@Transactional
	public void handlingTheInterrupt() {
		try {
			this.accounts.transfer();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@OnLeader
	@Transactional
	@OncePerTick(name = "yearly")
	@Scheduled(cron = "0 0 0 1 1 *", zone = "UTC")
	public void tick() throws InterruptedException {
		this.accounts.transfer();
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> T unchecked(Throwable failure) throws T {
		throw (T) failure;
	}

	/** A task of the leader. */
	public static class Task {

		private final Accounts accounts;

		public Task(Accounts accounts) {
			this.accounts = accounts;
		}

		@LeaderTask
		@Transactional
		public void run() throws InterruptedException {
			this.accounts.awaitTable();
			this.accounts.transfer();
		}

	}

	/** Debits and credits. */
	public static class Accounts {

		private final JdbcClient jdbc;

		private final CountDownLatch debited = new CountDownLatch(1);

		private final CountDownLatch created = new CountDownLatch(1);

		private final Runnable loss;

		public Accounts(JdbcClient jdbc, Runnable loss) {
			this.jdbc = jdbc;
			this.loss = loss;
		}

		@Transactional
		public void transactionalTransfer() throws InterruptedException {
			transfer();
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		public void newTransfer() throws InterruptedException {
			transfer();
		}

		void transfer() throws InterruptedException {
			this.jdbc.sql("insert into entries (text) values ('debit')").update();
			this.loss.run();
			transferOn();
		}

		void transferOnLeader() throws InterruptedException {
			this.jdbc.sql("insert into entries (text) values ('debit')").update();
			transferOn();
		}

		private void transferOn() throws InterruptedException {
			this.debited.countDown();
			// A service that does not answer
			new CountDownLatch(1).await();
			this.jdbc.sql("insert into entries (text) values ('credit')").update();
		}

		/** Waits until a transfer is under way. */
		public void awaitDebit() throws InterruptedException {
			this.debited.await();
		}

		public List<String> entries() {
			return this.jdbc.sql("select text from entries").query(String.class).list();
		}

		public void createTable() {
			this.jdbc.sql("create table entries (text varchar(10))").update();
			this.created.countDown();
		}

		void awaitTable() throws InterruptedException {
			this.created.await();
		}

	}

}
