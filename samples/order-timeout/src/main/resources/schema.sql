create table orders (id bigint generated always as identity primary key, article varchar(100) not null, state varchar(10) not null);
