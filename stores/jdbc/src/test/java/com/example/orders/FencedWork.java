/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import io.leaderelection.annotation.OnLeader;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * What an application does: work on the leader, in a transaction, without a thought of
 * tokens. In a package of its own, since beans of the library are not guarded.
 */
public class FencedWork {

	private final JdbcClient jdbc;

	public FencedWork(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@OnLeader
	@Transactional
	public boolean write(String id, Interruption interruption) {
		this.jdbc.sql("insert into fenced_work (id) values (?)").param(id).update();
		interruption.run();
		return true;
	}

	public boolean isWritten(String id) {
		return this.jdbc.sql("select count(*) from fenced_work where id = ?")
			.param(id)
			.query(Integer.class)
			.single() == 1;
	}

	public void createTable() {
		this.jdbc.sql("create table if not exists fenced_work (id varchar(40) primary key)").update();
	}

	/** What happens while the transaction is open. */
	public interface Interruption {

		Interruption NONE = () -> {
		};

		void run();

	}

}
